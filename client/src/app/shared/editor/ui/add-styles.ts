/**
 * Adds a stylesheet to the page, behind the page's own stylesheets and before the styles of components. Resolves once
 * its rules apply; rejects where it cannot be loaded, with nothing left in the page.
 */
export function addStyles(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`Could not load ${href}.`));
    };
    const last = [...document.head.querySelectorAll('link[rel="stylesheet"]')].at(-1);
    if (last) last.after(link);
    else document.head.prepend(link);
  });
}
