import { deliverOutbox, type Send } from '../server/outbox/outbox'
import type { TestWorld } from './world'

export type Delivered = Parameters<Send>[0]

/** What leaves the outbox of a world now: the only place where a code or a link is to be seen. */
export async function deliver(world: TestWorld, publicUrl = 'https://console.example.org'): Promise<Delivered[]> {
  const sent: Delivered[] = []
  await deliverOutbox(world.parts, async (message) => void sent.push(message), publicUrl)
  return sent
}

/** The code that a message carries; empty where it carries none. */
export const codeIn = (message: Pick<Delivered, 'text'> | undefined): string =>
  /\b[2-9A-HJ-NP-Z]{7}\b/.exec(message?.text ?? '')?.[0] ?? ''

/** The code that leaves now. Mails and text messages leave side by side: the last of them may be a notice. */
export const deliverCode = async (world: TestWorld): Promise<string> =>
  (await deliver(world)).map(codeIn).findLast(Boolean) ?? ''
