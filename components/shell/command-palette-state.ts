import { makeOpenState } from './open-state'

const state = makeOpenState()

export const useCommandPaletteOpen = state.useOpen
export const setCommandPaletteOpen = state.set
