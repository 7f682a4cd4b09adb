import { teams } from '@tocsin/core/resources/teams/index'
import { handle } from '../../records/handlers'
import { place } from '../site-or-team'

export const teamHandlers = handle(teams, place)
