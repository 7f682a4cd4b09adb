import { noFaults } from '../../server/faults'
import type { TestWorld } from '../world'

/** Holds every request to a route that contains the text, until the returned function is called. */
export function hold(world: TestWorld, text: string): () => void {
  const waiting: (() => void)[] = []
  world.faults.current = (point, { route }) =>
    point === 'request' && route.includes(text) ? new Promise<void>((resolve) => void waiting.push(resolve)) : undefined
  return () => {
    world.faults.current = noFaults
    for (const answer of waiting) answer()
  }
}
