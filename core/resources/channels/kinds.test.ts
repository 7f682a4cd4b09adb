import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../base/constants'
import { createVocabulary } from '../../vocabulary/i18n'
import { labelOf } from '../../vocabulary/field-words'
import { fieldsOf } from '../../vocabulary/fields-of'
import type { Draft, Fields } from '../../vocabulary/resource'
import { check, withDefaults } from '../../vocabulary/validate'
import { channels } from './index'
import { CHANNEL_TYPES, kindFields } from './kinds/index'

const { config } = channels.fields
/** The options that the specification gives each kind, besides those of every channel (clients §3). */
const SPECIFIED: Record<(typeof CHANNEL_TYPES)[number], string> = {
  alert:
    'alert disclaimer anonymous allowGps allowGeocoding notifyManager dataChannel sendNowTitle sendNowText sendOtherTitle visibilityQuery schema',
  bubble: 'url notifyOpened useWebclientAuth useWebclientAuthRefresh useNewWebclientApi usePassport',
  url: 'url notifyOpened useWebclientAuth',
  phone: 'phone isEmergency allowGps notifyOpened',
  whatsapp: 'phone text allowGps notifyOpened',
  pdf: 'url notifyOpened',
  broadcast: 'requireConfirm notifyManager',
  intercom: 'intercomMode applicationId idaplication androidSdkKey iosSdkKey notifyOpened',
  group: '',
  'face-recognition': 'faceRecognition anonymous allowGps notifyManager sendNowTitle sendNowText sendOtherTitle',
  survey: 'notifySurveyResult allowGps dataChannel',
}

/** The second name of a value that is answered under two. */
const BOTH_NAMES = new Set(['config.idaplication'])

/** The paths of a record's fields, those in groups included. */
function* leavesOf(fields: Fields, record: Draft, path = ''): Generator<string> {
  for (const [name, field] of Object.entries(fields))
    if (field.type === 'group') yield* leavesOf(fieldsOf(field, record), {}, `${path}${name}.`)
    else yield path + name
}

describe('the kinds of channels', () => {
  it.each(CHANNEL_TYPES)('%s has the options of its kind', (kind) => {
    expect(Object.keys(kindFields[kind]).toSorted()).toEqual(SPECIFIED[kind].split(' ').filter(Boolean).toSorted())
  })

  it('has the types of an option alike in every kind, so that it can be read before the kind is known', () => {
    for (const fields of Object.values(kindFields))
      for (const [name, { type }] of Object.entries(fields))
        expect([name, fieldsOf(config)[name]?.type]).toEqual([name, type])
  })

  it('has the colours of a new channel', () => {
    expect(withDefaults(channels.fields, {})['config']).toMatchObject({ bgColor1: '#4E4E4E', bgColor2: '#424242' })
  })

  it.each(LOCALES)('has a name for each kind and each option in %s', (locale) => {
    const vocabulary = createVocabulary()
    vocabulary.add(['resources', 'channels'], channels.messages)
    for (const kind of CHANNEL_TYPES) {
      expect([kind, vocabulary.has(locale, `resources.channels.choices.channelType.${kind}`)]).toEqual([kind, true])
      for (const name of Object.keys(kindFields[kind])) {
        const at = `resources.channels.parts.config.${name}`
        expect([name, vocabulary.has(locale, at) || vocabulary.has(locale, `${at}.names`)]).toEqual([name, true])
      }
    }
  })

  it.each(LOCALES)('names no two options of a channel alike in %s, since a page shows them by name', (locale) => {
    const vocabulary = createVocabulary()
    vocabulary.add(['resources', 'channels'], channels.messages)
    const t = vocabulary.translate(locale)
    for (const channelType of CHANNEL_TYPES) {
      const paths = [...leavesOf(channels.fields, { channelType })].filter((path) => !BOTH_NAMES.has(path))
      const labels = paths.map((path) => labelOf(channels, path, t))
      expect([channelType, labels.filter((label, at) => labels.indexOf(label) !== at)]).toEqual([channelType, []])
    }
  })

  it('asks for no disclaimer of a message', () => {
    const { disclaimer } = kindFields.alert
    expect([disclaimer!.when!({ alert: true }), disclaimer!.when!({ alert: false })]).toEqual([true, false])
  })

  it('A-136 takes web addresses alone', () => {
    const draft = (url: string) => ({ name: 'x', channelType: 'url', appId: 1, clientId: 2, config: { url } })
    expect(check(channels.fields, draft('https://example.org'))).toEqual([])
    for (const url of ['tel:190', 'mailto:a@example.org', 'javascript:alert(1)'])
      expect(check(channels.fields, draft(url))).toEqual([{ field: 'config.url', key: 'formErrors.link' }])
  })
})
