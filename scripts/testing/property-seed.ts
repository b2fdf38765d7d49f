import { configureGlobal } from 'fast-check'

// The same examples in every run, so that a change is judged by what it does: `PROPERTY_SEED=random` looks for others.
const wanted = process.env.PROPERTY_SEED ?? '20261123'
if (wanted !== 'random') configureGlobal({ seed: Number(wanted) })
