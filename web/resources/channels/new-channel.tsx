import type { ComponentProps } from 'react'
import { hasField, neededOptions } from '@tocsin/core/resources/channels/sections'
import { ResourceForm } from '../../form/resource-form'

/** The fields of a new channel; its kind may need some of its options as well (CHAN-02, CHAN-20). */
const ASKED = ['name', 'channelType', 'primary']
/** The fields that the list of an app gives. */
const GIVEN = ['appId', 'clientId']

type Props = Omit<ComponentProps<typeof ResourceForm>, 'only' | 'hides'>

/** The form of a new channel: its name, its kind, and what the kind needs. The rest follows in the editor. */
export function NewChannel(form: Props) {
  const asked = GIVEN.filter((name) => form.where?.[name] === undefined)
  return (
    <ResourceForm
      {...form}
      only={[...asked, ...ASKED, ...neededOptions()]}
      hides={(path, { channelType }) => !hasField(channelType, path)}
    />
  )
}
