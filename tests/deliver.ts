import { deliverOutbox, type Send } from '../server/outbox'
import type { TestWorld } from './world'

export type Delivered = Parameters<Send>[0]

/** What leaves the outbox of a world now: the only place where a code or a link is to be seen. */
export async function deliver(world: TestWorld, publicUrl = 'https://console.example.org'): Promise<Delivered[]> {
  const sent: Delivered[] = []
  await deliverOutbox(world.parts, async (message) => void sent.push(message), publicUrl)
  return sent
}
