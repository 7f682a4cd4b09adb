import { mount, partOfAddress } from './mount'
import { surveyAddress } from './survey-calls'
import { SurveyPage } from './survey-page'

mount(<SurveyPage address={surveyAddress(partOfAddress(), location.search)} />)
