// The parts of sites and teams that other resources show.
export { PlaceTable } from './place-table'
export { SitesMap } from './sites-map'
