import type { MediaType } from './files'

/** The types of recordings that are stored with answers, besides images and documents. */
type RecordingType =
  | 'audio/mpeg'
  | 'audio/mp4'
  | 'audio/aac'
  | 'audio/amr'
  | 'audio/ogg'
  | 'audio/wav'
  | 'audio/webm'
  | 'video/mp4'
  | 'video/quicktime'
  | 'video/3gpp'
  | 'video/ogg'
  | 'video/webm'

/** The types that the server knows by the contents of a file. */
export type StoredType = MediaType | RecordingType
