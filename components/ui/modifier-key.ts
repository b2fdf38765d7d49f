import { useBrowserValue } from './browser-value'

/** Name of the key that browsers keep for shortcuts: "⌘" on a Mac, "Ctrl" elsewhere and until the browser is known. */
export const useModifierKey = (): string => useBrowserValue(read, 'Ctrl')

const read = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl')
