'use client'

import { createContext, useContext } from 'react'

const INLINE_HEIGHT = 232

type ChartSize = {
  /** Height of a plot, in px. */
  height: number
  /** The mark that the keys stand on, by the key of its row in the table; null where nothing is walked over. */
  active: string | null
  isLarge: boolean
}

const size = createContext<ChartSize>({ height: INLINE_HEIGHT, active: null, isLarge: false })

export const ChartSizeProvider = size.Provider

/** How tall a drawing is here, and which of its marks is the one being read. */
export function useChartSize(): ChartSize {
  return useContext(size)
}
