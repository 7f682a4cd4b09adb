import { partOfAddress } from './address'
import { readSurvey, surveyAddress } from './survey-calls'

const address = surveyAddress(partOfAddress(), location.search)
// The survey is on its way while the page is still being loaded.
const first = readSurvey(address)

void import('./survey-page').then(({ showSurvey }) => showSurvey(address, first))
first.catch(() => {})
