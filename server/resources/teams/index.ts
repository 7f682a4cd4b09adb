import { teams } from '@tocsin/core/resources/teams/index'
import { defineOverrides } from '../../records/overrides'
import { place } from '../site-or-team'

export const teamsOverrides = defineOverrides(teams, place)
