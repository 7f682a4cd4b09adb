/** Removes the service workers of earlier versions, which would show their caches instead of this version (GEN-16). */
export async function dismissServiceWorkers(): Promise<void> {
  // An insecure context has no `serviceWorker`. Where the browser refuses to list the workers, none is removed.
  const workers = await navigator.serviceWorker?.getRegistrations().catch(() => [])
  await Promise.all((workers ?? []).map((worker) => worker.unregister().catch(() => false)))
}
