// Light or dark as the dashboard of this host was told, else as the system is: before anything is painted.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const choice = () => {
    try {
      return localStorage.getItem('signpost.theme');
    } catch {
      // Storage is closed to us (private mode).
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
  // The reader itself looks at the system alone.
  new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ['class'] });
})();
