// Sets the theme chosen in the dashboard of this host, otherwise that of the system, before the first paint.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const choice = () => {
    try {
      return localStorage.getItem('signpost.theme');
    } catch {
      // Storage is not available (private mode).
      return null;
    }
  };
  const apply = () => {
    const chosen = choice();
    const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    if (document.documentElement.classList.contains('dark-mode') !== isDark)
      document.documentElement.classList.toggle('dark-mode', isDark);
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
  // Swagger UI itself only follows the system, so its changes are corrected.
  new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ['class'] });
})();
