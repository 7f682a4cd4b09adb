import { sql } from 'kysely'
import type { Tx } from '../../db/transaction'

/** A person who can be told about an alert. `id` is that of their mobile profile. */
export type Reachable = { id: number; name: string; role: string; phone: string | null; email: string | null }

/** The people of an alert. */
export type People = {
  /** The reporter; null for an anonymous alert, and where the profile is gone. */
  contact: Reachable | null
  /** The active profiles of the site, managers first. */
  team: Reachable[]
  /** The managers of the site who can be reached in some way. */
  responsibles: Reachable[]
}

type Row = Reachable & { reporter: boolean; team: boolean }

/** Returns the people of an alert. Who sees the alert is told them, and nobody else. */
export async function peopleOf(tx: Tx, alertId: number): Promise<People> {
  const { rows } = await sql<Row>`select id, name, role, phone, email, reporter, team
    from tocsin_people_of_alert(${alertId}::int)`.execute(tx)
  const reachable = ({ reporter: _, team: __, ...person }: Row): Reachable => person
  const team = rows.filter((row) => row.team).map(reachable)
  const contact = rows.find(({ reporter }) => reporter)
  return {
    contact: contact ? reachable(contact) : null,
    team,
    responsibles: team.filter(({ role, phone, email }) => role === 'manager' && (phone ?? email) !== null),
  }
}
