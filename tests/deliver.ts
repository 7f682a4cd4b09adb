import { deliverOutbox, type Send } from '../server/outbox/outbox'
import type { TestWorld } from './world'

export type Delivered = Parameters<Send>[0]

/** Sends and returns the messages of a world's outbox: codes and links are to be seen nowhere else. */
export async function deliver(world: TestWorld, publicUrl = 'https://console.example.org'): Promise<Delivered[]> {
  const sent: Delivered[] = []
  await deliverOutbox(world.parts, async (message) => void sent.push(message), publicUrl)
  return sent
}

/** Returns the code of a message; empty where it has none. */
export const codeIn = (message: Pick<Delivered, 'text'> | undefined): string =>
  /\b[2-9A-HJ-NP-Z]{7}\b/.exec(message?.text ?? '')?.[0] ?? ''

/** Delivers and returns a code. Mails and text messages leave side by side: the last of them may be a notice. */
export const deliverCode = async (world: TestWorld): Promise<string> =>
  (await deliver(world)).map(codeIn).findLast(Boolean) ?? ''
