/** Sends away the service workers of earlier versions: what they kept would be shown instead of this one (GEN-16). */
export async function dismissServiceWorkers(): Promise<void> {
  // Without a secure context there are none. A browser that refuses to say has its own way of forgetting them.
  const workers = await navigator.serviceWorker?.getRegistrations().catch(() => [])
  await Promise.all((workers ?? []).map((worker) => worker.unregister().catch(() => false)))
}
