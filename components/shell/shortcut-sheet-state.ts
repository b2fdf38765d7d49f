import { makeOpenState } from './open-state'

const state = makeOpenState()

export const useShortcutSheetOpen = state.useOpen
export const setShortcutSheetOpen = state.set
export const openShortcutSheet = () => state.set(true)
