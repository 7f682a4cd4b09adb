import { css } from 'styled-system/css'
import { sectionsOf } from '@tocsin/core/resources/channels/sections'
import type { Channel } from '@tocsin/core/resources/channels/types'
import { resourceOf } from '../../../data/resources'
import type { Row } from '../../../data/row'
import { materialOutline } from '../../../ui/material-icons'
import { Outline } from '../../../ui/outline'
import { factsOf } from '../../../record/facts-of'
import { RecordFacts } from '../../../record/record-facts'
import { Icon } from '../../../ui/icon'
import { useT } from '../../../words'
import { iconText } from './icons'
import { Providers } from './providers'
import { halves, scrolled, Section, stacked } from './section'
import { Rules } from './visibility'
import './words'

/** A channel that the reader may not change, in the sections of its kind, with the reason (PERM-40). */
export function ChannelFacts({ row, why }: { row: Row; why: string }) {
  const t = useT()
  const channels = resourceOf('channels')
  const { channelType, config } = row as unknown as Channel
  const told = new Set(factsOf(channels, row, () => true))
  const outline = config.icon ? materialOutline(config.icon) : undefined
  const picture = outline && (
    <>
      <Outline path={outline} />
      {iconText(config.icon!, t)}
    </>
  )
  const instead = {
    'config.icon': picture,
    'config.visibilityQuery': <Rules row={row} query={config['visibilityQuery']} />,
  }
  const shown = sectionsOf(channelType).flatMap((section) => {
    const names = section.fields.filter((path) => told.has(path))
    return names.length > 0 ? [{ ...section, names }] : []
  })
  const column = (seen: boolean) => (
    <div className={stacked}>
      {shown
        .filter((section) => section.seen === seen)
        .map(({ name, names }) => (
          <Section key={name} name={name}>
            {name === 'providers' ? (
              <Providers row={row} />
            ) : (
              <RecordFacts of={channels} row={row} names={names} instead={instead} />
            )}
          </Section>
        ))}
    </div>
  )
  return (
    // It scrolls by itself, and by keys only where it can take the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={scrolled} data-channel="" tabIndex={0} aria-label={t('channelEditor.values')}>
      <p className={note}>
        <Icon name="lock" />
        {why}
      </p>
      <div className={halves}>
        {column(true)}
        {column(false)}
      </div>
    </section>
  )
}

const note = css({ display: 'flex', alignItems: 'center', gap: '2', color: 'fg.muted' })
