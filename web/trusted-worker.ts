type ScriptPolicy = { createScriptURL: (url: string) => unknown }
type Factory = { createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => ScriptPolicy }

const own = (url: string): string => {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(url)
  return url
}

let policy: ScriptPolicy | undefined

/** Starts a worker from a file here (`import url from './x.worker?worker&url'`). Trusted Types refuse all others. */
export function openWorker(url: string): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  policy ??= trustedTypes?.createPolicy('tocsin-worker', { createScriptURL: own })
  return new Worker((policy?.createScriptURL(url) ?? own(url)) as string, { type: 'module' })
}
