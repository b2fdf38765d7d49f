// Next runs this before the scripts of a page. zod would try `new Function`, which the content security policy forbids, and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
