import { createLoader, type inferParserType } from 'nuqs/server'
import { queryOf } from './query-of'
import { share } from './search-parameters'

/** Search parameters of the calibration page. Invalid values are treated as absent. */
export const calibrationSearchParsers = { errors: share.withDefault(0.05) }

export const loadCalibrationSearch = createLoader(calibrationSearchParsers)

export const calibrationQuery = (project: string, { errors }: inferParserType<typeof calibrationSearchParsers>) =>
  queryOf('GET /api/v1/calibration', { errors }, { project })
