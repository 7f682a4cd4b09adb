import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Profile } from '@tocsin/core/api/session'
import { formatCommand } from '@tocsin/core/command-line/line'
import type { Reading } from '@tocsin/core/command-line/reading-line'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Command, Values } from '../commands/command'
import { closePalette, openPalette, paletteAtom, type Opened } from '../commands/open-palette'
import { navigate } from 'wouter/use-browser-location'
import { chooseClient, clientIdAtom } from '../data/selected-client'
import { go } from '../navigation/go'
import { mayLeave } from '../navigation/leave'
import { newId } from '../new-id'
import { whyOf } from '../notices/sentence'
import { toastFailure } from '../notices/toast'
import { store } from '../store'
import { ownCommands } from './commands'
import { PROBLEMS } from './line-listing'
import { absenceIn, runLine } from './run-line'

type State = { kind: 'idle' } | { kind: 'running' } | { kind: 'refused'; why: (t: Translate) => string }

/**
 * Holds what became of the line that was run last. The palette stays open until it is carried out, so that a line that is
 * refused can be mended. `start` runs a command with values, and asks for those that are missing.
 */
export function useLine(opened: Opened, account: Profile, start: (command: Command, values: Values) => void) {
  const [state, setState] = useState<State>({ kind: 'idle' })
  // The palette may have been closed and opened anew while the server was asked.
  const isOpen = () => store.get(paletteAtom)?.number === opened.number

  // The key of the line typed: a line that is mended is another one.
  const key = useRef(newId())

  const run = async (reading: Reading) => {
    if (state.kind === 'running') return
    setState({ kind: 'running' })
    try {
      // The question would lie below the palette.
      const outcome = await runLine(reading, key.current, () => flushSync(closePalette))
      const problem =
        outcome.kind === 'problem'
          ? outcome.problem
          : outcome.kind === 'command' && (await absenceIn(reading.resource, outcome.values))
      if (problem) return setState({ kind: 'refused', why: (t) => t(problem.key, problem.values) })
      if (outcome.kind === 'declined')
        return openPalette({
          mode: 'line',
          query: formatCommand(reading.spec, reading.command).replace(/^tocsin /, ''),
        })
      if (!isOpen()) return
      setState({ kind: 'idle' })
      if (outcome.kind === 'command') {
        // A line acts on its own records, so commands of the screens, which act on others, are left out.
        const command = ownCommands(account).find(({ id }) => id === outcome.id)
        if (command) return start(command, outcome.values)
        const { resource, spec } = reading
        const values = { resource: resource.name, verb: spec.verb }
        return setState({ kind: 'refused', why: (t) => t(`${PROBLEMS}.unknownVerb`, values) })
      }
      // The palette closes first, so that whatever the line opens finds the focus where it was before.
      flushSync(closePalette)
      if (outcome.kind !== 'go') return
      const { href, client } = outcome
      if (client === undefined || client === store.get(clientIdAtom)) return go(href)
      if (!(await mayLeave())) return
      chooseClient(client)
      navigate(href)
    } catch (error) {
      if (!isOpen()) return toastFailure(error, undefined, { resource: reading.resource })
      setState({ kind: 'refused', why: (t) => whyOf(error, t, reading.resource) })
    }
  }
  return {
    isRunning: state.kind === 'running',
    why: state.kind === 'refused' ? state.why : null,
    run,
    /** Forgets the refusal, since the line is being mended. */
    forget() {
      key.current = newId()
      setState((now) => (now.kind === 'refused' ? { kind: 'idle' } : now))
    },
  }
}
