// Runs before the first paint, so that a chosen theme and language never flash: the build writes it into the page, and
// the server's content security policy allows it by its hash.
(function () {
  try {
    var theme = localStorage.getItem('signpost.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.setAttribute('data-theme', theme);
    var language = localStorage.getItem('signpost.language');
    if (language) document.documentElement.lang = language;
  } catch (e) {
    // Storage is closed to us (private mode): the system's theme stays.
  }
})();
