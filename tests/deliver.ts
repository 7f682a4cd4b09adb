import { deliverOutbox, type Send } from '../server/outbox/outbox'
import { handlerOf } from '../server/mobile/handlers'
import type { TestWorld } from './world'

export type Delivered = Parameters<Send>[0]

/** Delivers the messages of a world's outbox and returns them. Codes and links appear nowhere else. */
export async function deliver(world: TestWorld, publicUrl = 'https://console.example.org'): Promise<Delivered[]> {
  const sent: Delivered[] = []
  await deliverOutbox(world.parts, async (message) => void sent.push(message), publicUrl, { receiverOf: handlerOf })
  return sent
}

/** Returns the code in a message, or an empty string. */
export const codeIn = (message: Pick<Delivered, 'text'> | undefined): string =>
  /\b[2-9A-HJ-NP-Z]{7}\b/.exec(message?.text ?? '')?.[0] ?? ''

/**
 * Delivers the outbox and returns the last code. Mails and text messages leave in parallel: the last may be a notice.
 */
export const deliverCode = async (world: TestWorld): Promise<string> =>
  (await deliver(world)).map(codeIn).findLast(Boolean) ?? ''
