import { noFaults } from '../../server/faults'
import type { TestWorld } from '../world'

/** Whoever asks for a route that contains the text waits until the function that this gives is called. */
export function hold(world: TestWorld, text: string): () => void {
  const waiting: (() => void)[] = []
  world.faults.current = (point, { route }) =>
    point === 'request' && route.includes(text) ? new Promise<void>((resolve) => void waiting.push(resolve)) : undefined
  return () => {
    world.faults.current = noFaults
    for (const answer of waiting) answer()
  }
}
