// What other resources show of sites and teams.
export { PlaceTable } from './place-table'
export { SitesMap } from './sites-map'
