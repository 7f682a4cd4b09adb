import { buttonHeight, type PhoneSize } from '@tocsin/core/resources/apps/theme'
import { buttonColors } from '@tocsin/core/resources/channels/colors'
import { opensChannels } from '@tocsin/core/resources/channels/kinds/index'
import type { Channel } from '@tocsin/core/resources/channels/types'
import { isEmpty } from '@tocsin/core/vocabulary/empty'

/** What the preview reads of a channel, stored or in a form. */
export type PreviewChannel = Pick<
  Channel,
  'id' | 'name' | 'label' | 'channelType' | 'primary' | 'displayOrder' | 'config'
>

export type PhoneButton = {
  id: number
  label: string
  /** The name of its icon on the wire; null where it has none. */
  icon: string | null
  /** True for a group, which opens. */
  opens: boolean
  /** In pixels of the phone. */
  height: number
  colors: ReturnType<typeof buttonColors>
}

export type PhonePage = {
  primary: readonly PhoneButton[]
  secondary: readonly PhoneButton[]
  /** True where the secondary buttons are behind a toggle (APP-12, APP-13). */
  hasToggle: boolean
}

/** Returns the text on the button of a channel: its label, which a new channel has from its name. */
export const labelOf = ({ label, name }: Pick<Channel, 'label' | 'name'>): string => (isEmpty(label) ? name : label!)

/** Returns the group of an id, if it is among the channels. */
export const groupOf = (channels: readonly PreviewChannel[], id: number | null): PreviewChannel | null =>
  channels.find((channel) => channel.id === id && opensChannels(channel.channelType)) ?? null

/**
 * Returns the buttons of a page of the phone: the first page, or that of an open group. Primary buttons come first, each
 * rank in the order of the app. Whoever opens a group wants to see what is in it, so that it has no toggle.
 */
export function pageOf(
  channels: readonly PreviewChannel[],
  themeName: unknown,
  group: PreviewChannel | null,
  size?: PhoneSize,
): PhonePage {
  // A channel whose group is gone is on the first page, where people still see it.
  const pageId = ({ config }: PreviewChannel) => groupOf(channels, config.parentId ?? null)?.id ?? null
  const here = channels
    .filter((channel) => pageId(channel) === (group?.id ?? null))
    .toSorted((one, other) => one.displayOrder - other.displayOrder || one.id - other.id)
  const ranked = (rank: 'primary' | 'secondary') =>
    here
      .filter(({ primary }) => primary === (rank === 'primary'))
      .map((channel) => buttonOf(channel, buttonHeight(themeName, rank, size)))
  const [primary, secondary] = [ranked('primary'), ranked('secondary')]
  return { primary, secondary, hasToggle: group === null && primary.length > 0 && secondary.length > 0 }
}

const buttonOf = (channel: PreviewChannel, height: number): PhoneButton => ({
  id: channel.id,
  label: labelOf(channel),
  icon: isEmpty(channel.config.icon) ? null : channel.config.icon!,
  opens: opensChannels(channel.channelType),
  height,
  colors: buttonColors(channel.config),
})
