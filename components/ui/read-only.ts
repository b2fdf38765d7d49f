import { createContext } from 'react'

/** Whether nothing of the project can be changed: it waits for its deletion. */
export const ReadOnly = createContext(false)
