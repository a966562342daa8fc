/*
 * The benchmarks: `npm run bench [-- NAME] [OPTIONS]`. Each program says in its first comment what it
 * measures. Without a name it is `performance`.
 */
const programs = {
  performance: 'requests per second, latency, processor time and memory, beside peers',
  path: 'files, functions and SQL statements that three requests pass through',
  timing: 'whether response times of sign-in, sign-up and reset reveal who has an account',
  'sign-ins': 'GET /user while 32 clients sign in',
  limits: 'GET /addresses with rate limits and without; a client at ten times its limit',
  retries: 'POST /addresses with an Idempotency-Key and a webhook, and without',
  overload: 'writes at half to eight times the capacity',
  fairness: 'writes of other users beside one user who floods',
} as const

const [given = ''] = process.argv.slice(2)
const name = given === '' || given.startsWith('-') ? 'performance' : given
if (!Object.hasOwn(programs, name)) {
  console.error(`There is no benchmark "${name}". The benchmarks are:\n`)
  for (const [known, what] of Object.entries(programs))
    console.error(`  ${known.padEnd(12)} ${what}`)
  process.exit(2)
}
if (name === given) process.argv.splice(2, 1)
await import(name === 'performance' ? './performance/main.ts' : `./${name}.ts`)
