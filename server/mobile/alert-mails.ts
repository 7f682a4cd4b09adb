import type { KeptChannel } from '@tocsin/core/resources/app-versions/types'
import { sql } from 'kysely'
import { queueMail } from '../outbox/outbox'
import type { EventOf } from '../resources/alerts/events'
import { peopleOf } from '../resources/alerts/people'
import type { NewAlert, Raising } from './alerts'

/** Writes to the active managers of an alert's site who have an e-mail. */
export async function mailManagers(
  raising: Raising,
  stored: EventOf,
  { channel, alert }: { channel: KeptChannel; alert: NewAlert },
): Promise<void> {
  const { tx, phone } = raising
  const { team } = await peopleOf(tx, stored.id)
  const managers = team.filter(({ role, email }) => role === 'manager' && email !== null)
  if (managers.length === 0) return
  const { rows } = await sql<{ name: string }>`select name from clients where id = ${stored.ClientId}`.execute(tx)
  const { latitude, longitude, formatted } = alert.location ?? {}
  for (const { email } of managers)
    await queueMail(raising, {
      recipient: email!,
      template: alert.test
        ? alert.anonymous
          ? 'alert-raised-test-anonymous'
          : 'alert-raised-test'
        : alert.anonymous
          ? 'alert-raised-anonymous'
          : 'alert-raised',
      data: {
        alert: stored.id,
        channel: channel.label || channel.name,
        client: rows[0]?.name,
        site: phone.siteName,
        text: alert.text,
        place: alert.location ? (formatted ?? `${latitude}, ${longitude}`) : '–',
        time: alert.generated_at,
        ...(alert.anonymous ? {} : { reporter: phone.name, phone: phone.profileProps.phone }),
      },
      clientId: stored.ClientId,
    })
}
