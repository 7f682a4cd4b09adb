import type { Draft } from '../../vocabulary/resource'

/** Returns whether a code has a handler, of either kind: then nothing is approved automatically (CODE-03). */
export const hasHandler = (code: Draft): boolean =>
  typeof code['RegistrationHandlerId'] === 'number' || typeof code['regHandlerId'] === 'number'

/**
 * Returns a change to a code with the effect of a chosen handler: it clears auto-approve, unless the change sets it.
 */
export function withHandlerChosen(changes: Draft): Draft {
  const config = changes['config'] as { autoApprove?: unknown } | null | undefined
  return hasHandler(changes) && config?.autoApprove === undefined
    ? { ...changes, config: { ...config, autoApprove: false } }
    : changes
}

/** The two kinds of handlers: their resource, and the field in which a code names one. */
const FIRST = { resource: 'registration-handlers', field: 'RegistrationHandlerId' } as const
const SECOND = { resource: 'registration-handlers-v2', field: 'regHandlerId' } as const

/**
 * Returns the kind of handlers that registration uses, and as `other` the other kind, which an older code may still
 * have (FLAG-08, HAND-02).
 */
export const handlersInUse = (v2: boolean) => (v2 ? { ...SECOND, other: FIRST } : { ...FIRST, other: SECOND })
