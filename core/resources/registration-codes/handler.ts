import type { Draft } from '../../vocabulary/resource'

/** Returns whether a code has a handler, of either kind: then nothing is approved automatically (CODE-03). */
export const hasHandler = (code: Draft): boolean =>
  typeof code['RegistrationHandlerId'] === 'number' || typeof code['regHandlerId'] === 'number'

/** Returns a change to a code with the effect of a chosen handler: auto-approve is cleared, unless it was asked for. */
export function withHandlerChosen(changes: Draft): Draft {
  const config = changes['config'] as { autoApprove?: unknown } | null | undefined
  return hasHandler(changes) && config?.autoApprove === undefined
    ? { ...changes, config: { ...config, autoApprove: false } }
    : changes
}

/** The two kinds of handlers: their resource, and the field in which a code names one. */
const FIRST = { resource: 'registration-handlers', field: 'RegistrationHandlerId' } as const
const SECOND = { resource: 'registration-handlers-v2', field: 'regHandlerId' } as const

/** The handlers that registration uses, and those that rest (FLAG-08, HAND-02): an older code keeps the other kind. */
export const handlersInUse = (v2: boolean) => (v2 ? { ...SECOND, resting: FIRST } : { ...FIRST, resting: SECOND })
