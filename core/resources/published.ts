import type { Action, Permission } from '../vocabulary/resource'

/** A text that is written first and published later; only the server sets the time. */
export type Published = { publishedAt: string | null }

/** The actions that publish a text and take it back; the words of the reasons are each resource's own. */
export const publishing = (resource: 'terms' | 'documents', can: Permission) =>
  ({
    publish: {
      can,
      blocked: ({ publishedAt }: Published) =>
        publishedAt === null ? null : { key: `resources.${resource}.alreadyPublished` },
      reached: ({ publishedAt }: Published) => publishedAt !== null,
      many: true,
      undo: 'unpublish',
      danger: 'ask',
    },
    unpublish: {
      can,
      blocked: ({ publishedAt }: Published) =>
        publishedAt === null ? { key: `resources.${resource}.notPublished` } : null,
      reached: ({ publishedAt }: Published) => publishedAt === null,
      many: true,
      undo: 'publish',
      danger: 'ask',
    },
  }) satisfies Record<string, Action<Published>>
