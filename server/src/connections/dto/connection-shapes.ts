import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CONNECTION_KINDS, ROLE_RISK_CODES, SSL_MODES } from '#libs/api';
import type {
  ConfigurationMistake,
  Connection,
  ConnectionAccessLevel,
  ConnectionHealth,
  ConnectionKind,
  ConnectionList,
  ConnectionTestResult,
  HealthState,
  RoleRisk,
  RoleRiskCode,
  ServerInfo,
  SslMode,
} from '#libs/api';
import { FILE_ENCODINGS, type FileEncoding } from '#libs/files';
import { PoolDto } from './connection-input.dto.js';

class HealthShape implements ConnectionHealth {
  @ApiProperty({ enum: ['healthy', 'idle', 'connecting', 'failed'] })
  state!: HealthState;
  @ApiProperty({ type: String, nullable: true })
  last_error!: string | null;
  @ApiProperty({ type: Number, nullable: true })
  latency_ms!: number | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  checked_at!: string | null;
}

class RoleRiskShape implements RoleRisk {
  @ApiProperty({ enum: ROLE_RISK_CODES })
  code!: RoleRiskCode;
  @ApiProperty({ example: 'Role app can run programs on the database server.' })
  detail!: string;
}

class ServerShape implements ServerInfo {
  @ApiProperty({ example: 'PostgreSQL' })
  product!: string;
  @ApiProperty({ example: '15.18' })
  version!: string;
  @ApiPropertyOptional({
    type: [RoleRiskShape],
    nullable: true,
    description: 'Postgres: what its role can do beyond reading; null where the catalog does not say.',
  })
  role_risks?: RoleRiskShape[] | null;
}

/** A connection as the API reference shows it. */
export class ConnectionShape implements Connection {
  @ApiProperty()
  id!: string;
  @ApiProperty()
  name!: string;
  @ApiProperty({ enum: CONNECTION_KINDS })
  kind!: ConnectionKind;
  @ApiProperty({ type: String, nullable: true })
  colour!: string | null;
  @ApiProperty()
  read_only!: boolean;
  @ApiProperty()
  statement_timeout_ms!: number;
  @ApiProperty({ description: "False: a tab's first statement opens a transaction." })
  auto_commit!: boolean;
  @ApiProperty({ description: 'False: statements that destroy data run without a confirmation.' })
  confirm_destructive!: boolean;
  @ApiProperty({ enum: ['query', 'write', 'manage'], description: 'What the one who asks may do with it.' })
  access!: ConnectionAccessLevel;
  @ApiProperty({ type: HealthShape })
  health!: HealthShape;
  @ApiProperty({ type: ServerShape, nullable: true })
  server!: ServerShape | null;
  @ApiPropertyOptional({ description: 'Postgres only, like port to password_set.' })
  host?: string;
  @ApiPropertyOptional()
  port?: number;
  @ApiPropertyOptional()
  database?: string;
  @ApiPropertyOptional()
  user?: string;
  @ApiPropertyOptional({ enum: SSL_MODES })
  ssl?: SslMode;
  @ApiPropertyOptional({ type: PoolDto })
  pool?: PoolDto;
  @ApiPropertyOptional()
  password_set?: boolean;
  @ApiPropertyOptional({ description: 'DuckDB and files only.' })
  path?: string;
  @ApiPropertyOptional({ enum: FILE_ENCODINGS, description: 'Files only.' })
  encoding?: FileEncoding;
  @ApiPropertyOptional({ type: Boolean, nullable: true })
  header?: boolean | null;
  @ApiPropertyOptional({ type: String, nullable: true })
  date_format?: string | null;
  @ApiPropertyOptional({ type: String, nullable: true })
  timestamp_format?: string | null;
}

class MistakeShape implements ConfigurationMistake {
  @ApiProperty()
  message!: string;
  @ApiProperty()
  line!: number;
  @ApiProperty()
  column!: number;
}

export class ConnectionListShape implements ConnectionList {
  @ApiProperty({ type: [ConnectionShape] })
  items!: ConnectionShape[];
  @ApiProperty({ type: 'null' })
  next_cursor!: null;
  @ApiProperty({ type: [MistakeShape], description: "Mistakes that keep the file's newest text from being in force." })
  configuration_errors!: MistakeShape[];
}

class TestErrorShape {
  @ApiProperty({ example: 'connection-refused-login' })
  code!: string;
  @ApiProperty()
  message!: string;
}

export class ConnectionTestShape implements ConnectionTestResult {
  @ApiProperty()
  ok!: boolean;
  @ApiProperty()
  latency_ms!: number;
  @ApiProperty({ type: ServerShape, nullable: true })
  server!: ServerShape | null;
  @ApiProperty({ type: TestErrorShape, nullable: true })
  error!: TestErrorShape | null;
}

const list = (...names: string[]) => ({
  type: 'object' as const,
  properties: Object.fromEntries(
    names.map((name) => [name, { type: 'array' as const, items: { type: 'object' as const } }]),
  ),
});

/** What `…/schema` answers, by the parts that were asked for. */
export const SCHEMA_SHAPE = {
  oneOf: [
    {
      ...list('schemas'),
      title: 'SchemaList',
      description: 'Without parameters: name, table_count, is_default of each.',
    },
    { ...list('tables', 'functions'), title: 'SchemaContents', description: 'With `schema`: the names in it.' },
    {
      ...list('columns', 'unique_keys', 'foreign_keys', 'indexes'),
      title: 'TableDetails',
      description: 'With `schema` and `table`: everything about one table.',
    },
  ],
};
