// Runs before first paint, so that a dark page never flashes light. The key is read again by the Theme service.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('dw-theme');
  } catch {
    // Storage may be closed to us; the system's theme is then the answer.
  }
  if (choice !== 'light' && choice !== 'dark') {
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.dataset.theme = choice;
})();
