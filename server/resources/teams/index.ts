import { teams } from '@tocsin/core/resources/teams/index'
import { serve } from '../../records/serve'
import { place } from '../site-or-team'

export const servedTeams = serve(teams, place)
