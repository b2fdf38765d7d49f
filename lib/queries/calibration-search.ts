import { createLoader, createParser, type inferParserType } from 'nuqs/server'
import { queryOf } from './query-of'

const share = createParser({
  parse: (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    return value >= 0 && value <= 1 ? value : null
  },
  serialize: String,
})

/** Search parameters of the calibration page. Invalid values are treated as absent. */
export const calibrationSearchParsers = { errors: share.withDefault(0.05) }

export const loadCalibrationSearch = createLoader(calibrationSearchParsers)

export const calibrationQuery = (project: string, { errors }: inferParserType<typeof calibrationSearchParsers>) =>
  queryOf('GET /api/v1/calibration', { errors }, { project })
