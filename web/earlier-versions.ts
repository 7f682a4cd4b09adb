/** Removes the service workers of earlier versions, which would show their caches instead of this version (GEN-16). */
export async function dismissServiceWorkers(): Promise<void> {
  // An insecure context has none. A browser that refuses to list them has its own way of forgetting them.
  const workers = await navigator.serviceWorker?.getRegistrations().catch(() => [])
  await Promise.all((workers ?? []).map((worker) => worker.unregister().catch(() => false)))
}
