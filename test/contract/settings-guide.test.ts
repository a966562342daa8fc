import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { misspeltSettings, settingNames } from '../../src/config/names.ts'
import { settingsRead } from '../support/settings.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')

test('the guide to operations tells every setting that is read, and no other', () => {
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'))
  const told = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z_]+)/g)].map(([, name = '']) => name),
  )
  assert.deepEqual(told.toSorted(), [...settingsRead()].toSorted())
})

test('every setting that is read is known, so that it does not count as misspelt', () => {
  assert.deepEqual([...settingNames].toSorted(), [...settingsRead()].toSorted())
})

test('variables that look like settings are told, and others are not', () => {
  const others = {
    HOME: '/root',
    HOSTNAME: 'foyer-1',
    NODE_OPTIONS: '--enable-source-maps',
    PATH: '/bin',
    POSTGRES_HOST: 'db',
    DATABASE_PORT: 'tcp://10.0.0.1:5432',
    AUTH_SERVICE_HOST: '10.0.0.2',
    OTEL_METRICS_EXPORTER: 'none',
    AUTH_UTL: '',
    IDENTITY_PROVIDER_WORK_CLIENT_ID: 'foyer',
  }
  assert.deepEqual(misspeltSettings(others), [])
  const misspelt = {
    AUTH_URI: 'AUTH_URL',
    SMTP_URI: 'SMTP_URL',
    SECRET_KEYS: 'SECRET_KEY',
    LOGLEVEL: 'LOG_LEVEL',
    PORTS: 'PORT',
    BRAND_COLOUR: 'BRAND_COLOR',
    IDENTITY_PROVIDER_WORK_CLIENT_IDS: 'IDENTITY_PROVIDER_WORK_CLIENT_ID',
    BASE_URL_FILE: 'BASE_URL',
    STRIPE_KEY: undefined,
  }
  const env = Object.fromEntries(Object.keys(misspelt).map((name) => [name, 'x']))
  assert.deepEqual(
    Object.fromEntries(misspeltSettings(env).map(({ name, meant }) => [name, meant])),
    misspelt,
  )
})
