'use client'

import { createContext, useContext } from 'react'

const INLINE_HEIGHT = 232

type ChartSize = {
  /** Height of a plot in px. */
  height: number
  /** `key` of the table row of the mark selected by keyboard; null if there is none. */
  active: string | null
  isLarge: boolean
}

const size = createContext<ChartSize>({ height: INLINE_HEIGHT, active: null, isLarge: false })

export const ChartSizeProvider = size.Provider

/** Returns the size of the chart here and its mark selected by keyboard. */
export function useChartSize(): ChartSize {
  return useContext(size)
}
