import { createHash } from 'node:crypto';

/**
 * The one style sheet of the visitor pages, with the colours and shapes of the visual language. A logo has a light background
 * in both themes and a thin dark outline, so that both dark and white logos are visible.
 */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ground:#FBFAF7;--surface:#FFF;--line:#E4E0D6;--field:#8A8577;--ink:#14181F;--ink-2:#5A6270;--signal:#F2B705;--on-signal:#14181F;--stop:#B42318;--go:#1E7B4A}
@media (prefers-color-scheme:dark){:root{--ground:#0F1318;--surface:#161B22;--line:#2B343F;--field:#6E7A87;--ink:#EEF1F4;--ink-2:#9AA5B1;--signal:#F7C52B;--stop:#F0766B;--go:#4CC38A}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px;background:var(--ground);color:var(--ink);font:16px/24px "Overpass Variable",Overpass,system-ui,sans-serif;-webkit-font-smoothing:antialiased}
main{width:100%;max-width:440px;background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:32px}
.mark{display:block;width:40px;height:40px;margin:0 0 24px}
.mark .ink{fill:var(--ink)}.mark .signal{fill:var(--signal)}
.brand{display:flex;align-items:center;flex-wrap:wrap;gap:12px;margin:0 0 24px;color:var(--ink);font-weight:650}
.brand .mark{margin:0}
.plate{display:block;padding:8px 12px;border:1px solid #E4E0D6;border-radius:6px;background:#FFF}
.logo{display:block;max-width:180px;max-height:48px;filter:drop-shadow(0 0 1px rgb(20 24 31/.7))}
h1{margin:0 0 8px;font-size:24px;line-height:30px;font-weight:650;letter-spacing:-.01em;overflow-wrap:anywhere;hyphens:auto}
p{margin:0 0 12px;color:var(--ink-2);overflow-wrap:anywhere}
p strong,time,code{color:var(--ink)}
code{font-family:"Overpass Mono Variable","Overpass Mono",ui-monospace,monospace;font-size:15px}
form{margin:24px 0 0}
label{display:block;margin:0 0 4px;font-weight:600}
input,textarea{width:100%;font:inherit;color:var(--ink);background:var(--ground);border:1px solid var(--field);border-radius:6px;padding:8px 12px;min-height:44px}
textarea{min-height:120px;resize:vertical}
[aria-invalid=true]{border-color:var(--stop)}
button{margin-top:16px;width:100%;min-height:44px;border:0;border-radius:6px;background:var(--signal);color:var(--on-signal);font:inherit;font-weight:650;cursor:pointer}
a{color:inherit}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px;box-shadow:0 0 0 2px var(--signal)}
.error{margin:8px 0 0;color:var(--stop)}
#scheme{margin:0 0 24px;padding:12px 16px;border:1px solid var(--field);border-radius:6px}
.foot{margin:24px 0 0;padding-top:16px;border-top:1px solid var(--line);font-size:14px;line-height:20px}
`.trim();

/**
 * Shows the https address on a page that was opened over http: only the browser knows the scheme where no proxy reports it.
 * The page works without the script.
 */
export const SCHEME_SCRIPT = "if(location.protocol==='http:')document.getElementById('scheme').hidden=false";

/** Only the browser knows the visitor's time zone: with the script the time is local, without it the time is marked as UTC. */
export const TIME_SCRIPT =
  "const t=document.querySelector('time');t.textContent=new Intl.DateTimeFormat(document.documentElement.lang,{dateStyle:'long',timeStyle:'short'}).format(new Date(t.dateTime))";

/**
 * Allows only this style sheet, these scripts, and images from this origin and the uploads' origin if there is one. There is
 * no `form-action`, because browsers apply it to the redirect after the unlock form, which may go to any destination.
 */
export function pageSecurityPolicy(uploadsOrigin: string | null): string {
  const pictures = ["'self'", ...(uploadsOrigin === null ? [] : [uploadsOrigin])].join(' ');
  const scripts = `${hashOf(SCHEME_SCRIPT)} ${hashOf(TIME_SCRIPT)}`;
  return `default-src 'none'; style-src ${hashOf(PAGE_STYLE)}; script-src ${scripts}; img-src ${pictures}; base-uri 'none'; frame-ancestors 'none'`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The mark: a post with two boards. */
export const PAGE_MARK =
  '<svg class="mark" viewBox="0 0 16 16" aria-hidden="true"><rect class="ink" x="6" y="1" width="2" height="14"/>' +
  '<rect class="signal" x="3" y="3" width="11" height="3"/><rect class="ink" x="2" y="8" width="9" height="3"/>' +
  '<rect class="ink" x="4" y="14" width="6" height="1"/></svg>';
