// Runs before the first paint, so that a chosen theme and language never flash. Kept out of the bundle and out of the
// page itself: the content security policy allows no inline script.
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
