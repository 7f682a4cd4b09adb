import { ApiError } from '@tocsin/core/base/errors'
import { surveys } from '@tocsin/core/resources/surveys/index'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { answer, texts } from '../../http/describe'
import { invalid } from '../../http/failures'
import { defineOverrides, type ActionOutcome } from '../../records/overrides'
import type { Save } from '../../records/save'
import { iso } from '../../time'

/**
 * Surveys. Deleting one only marks it, so that a late answer is told that the survey is closed, and its answers
 * stay.
 */
export const surveysOverrides = defineOverrides(surveys, {
  reads: { searchable: { subtitle: sql`r.config ->> 'title'`, condition: sql`r.deleted_at is null` } },
  links: {
    Channels: {
      table: 'survey_channels',
      from: 'survey_id',
      to: 'channel_id',
      told: sql`(select jsonb_build_object('id', c.id, 'name', c.name, 'appName', a.name)
        from channels c join apps a on a.client_id = c.client_id and a.id = c.app_id
        where c.client_id = l.client_id and c.id = l.channel_id)`,
    },
  },
  writes: {
    async update(save, survey, changes) {
      const validated = await save.change(survey, changes)
      // The row is held, so that no first answer comes between.
      if (survey.locked && Object.hasOwn(validated.changedFields, 'config'))
        throw new ApiError({ status: 409, code: 'SURVEY_LOCKED' })
      return save.history(await save.store(validated))
    },
    async remove(save, survey) {
      return save.history(await save.set(survey, { deleted_at: iso(save.parts.now()) }))
    },
  },
  apiDescriptions: {
    link: () => answer('The address at which a person without an account answers once', texts('token', 'link')),
  },
  actions: {
    async copy(save, { ClientId, Channels, config }, { name }) {
      const draft = { name, ClientId, Channels, config }
      return save.history(await save.store(await save.new(draft)))
    },
    link: makeLink,
    restore: async (save, survey) => save.history(await save.set(survey, { deleted_at: null })),
  },
})

/** Returns the address of a survey for one person, who answers for a channel of the survey. */
async function makeLink({ parts }: Save<Survey>, survey: Survey, input: Draft): Promise<ActionOutcome> {
  const channel = channelOf(survey, input['ChannelId'])
  const id = Buffer.from(parts.random(18)).toString('base64url')
  const token = await parts.tokens.sign('survey', { sub: String(survey.id), channel, jti: id }, parts.now())
  const query = new URLSearchParams({ token, ChannelId: String(channel) })
  return {
    changes: { link: { before: null, after: id } },
    secret: { token, link: `${parts.publicUrl ?? ''}/static/surveys/${survey.id}?${query}` },
  }
}

/** Returns the channel that is meant: the only one of the survey, or the one that is named. Throws ApiError 400. */
function channelOf({ Channels }: Survey, named: unknown): number {
  const problem = (key: string, values = {}) =>
    invalid([{ field: 'ChannelId', key: `resources.surveys.${key}`, values }])
  const [only] = Channels
  if (!only) throw new ApiError({ status: 400, code: 'BLOCKED', details: { reason: 'resources.surveys.noChannel' } })
  if (typeof named === 'number') {
    if (!Channels.some(({ id }) => id === named)) throw problem('otherChannel')
    return named
  }
  if (Channels.length > 1) throw problem('whichChannel', { count: Channels.length })
  return only.id
}
