import { useAtomValue } from 'jotai/react'
import { handlersInUse } from '@tocsin/core/resources/registration-codes/handler'
import { store } from '../store'
import { storedAtom } from '../stored'

/** Selects the kind of handlers: the server's last response, stored in case none comes (FLAG-07, FLAG-08). */
const handlersV2Atom = storedAtom('regHandlerV2', false)

export const keepHandlersV2 = (on: boolean): void => store.set(handlersV2Atom, on)

export const handlersNow = () => handlersInUse(store.get(handlersV2Atom))
export const useHandlers = () => handlersInUse(useAtomValue(handlersV2Atom))

/** Returns a resource, or in place of `registration-handlers` the resource of the kind of handlers in use. */
export const resourceInUse = (resource: string): string =>
  resource === 'registration-handlers' ? handlersNow().resource : resource
