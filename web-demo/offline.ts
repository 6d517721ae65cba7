/** Installs the service worker that keeps the page working without a network. */
export function registerOffline(): void {
  void navigator.serviceWorker?.register(new URL("sw.js", document.baseURI)).catch(() => {
    // Private windows and plain http forbid it; the page works all the same while it is online.
  });
}
