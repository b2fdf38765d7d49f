import { createLoader, createParser, type inferParserType } from 'nuqs/server'
import { queryOf } from './query-of'

const share = createParser({
  parse: (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    return value >= 0 && value <= 1 ? value : null
  },
  serialize: String,
})

/** What the address of the calibration page holds. A value that is not allowed is as good as absent. */
export const calibrationSearchParsers = { errors: share.withDefault(0.05) }

export const loadCalibrationSearch = createLoader(calibrationSearchParsers)

export const calibrationQuery = (project: string, { errors }: inferParserType<typeof calibrationSearchParsers>) =>
  queryOf('GET /api/v1/calibration', { errors }, { project })
