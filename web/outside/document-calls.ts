import { call } from './api'

export type Published = { name: string; content: string; publishedAt: string }

/** Returns a published document by its name. */
export const readDocument = (name: string): Promise<Published> =>
  call<Published>({ path: `/api/documents/info?name=${encodeURIComponent(name)}` })
