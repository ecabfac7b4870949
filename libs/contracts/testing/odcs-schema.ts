/**
 * The Open Data Contract Standard 3.1.0 as far as an export can use it, with the structure of the JSON schema that its
 * authors publish (`schema/odcs-json-schema-v3.1.0.json` of github.com/bitol-io/open-data-contract-standard): its
 * definitions by their names, which keys there are, which are required, their types and choices, and where a key is
 * refused because nothing has said that it may be there. What an export never has (servers, teams, prices, quality) is
 * not in it, and would be refused as unknown: each definition is as strict as its published namesake or stricter, so
 * that what is valid here is valid there. All of them were compared with the published file of version 3.1.0.
 */
const text = { type: 'string' };
const flag = { type: 'boolean' };
const whole = { type: 'integer' };
const number = { type: 'number' };
const texts = { type: 'array', items: text, minItems: 1 };
const ref = (name: string): object => ({ $ref: `#/$defs/${name}` });
const listOf = (name: string): object => ({ type: 'array', items: ref(name) });

const textLimits = { maximum: text, minimum: text, exclusiveMaximum: text, exclusiveMinimum: text };
const numberLimits = {
  ...{ maximum: number, minimum: number, exclusiveMaximum: number, exclusiveMinimum: number },
  multipleOf: { type: 'number', exclusiveMinimum: 0 },
};
const count = { type: 'integer', minimum: 0 };

/** Which options go with a logical type. As published, a property without a logical type has to suit all of them. */
const optionsOf = (logicalTypes: readonly string[], options: object, more: object = {}): object => ({
  if: { anyOf: logicalTypes.map((logicalType) => ({ properties: { logicalType: { const: logicalType } } })) },
  then: {
    properties: { logicalTypeOptions: { type: 'object', additionalProperties: false, properties: options }, ...more },
  },
});

const LOGICAL_TYPES = ['string', 'date', 'timestamp', 'time', 'number', 'integer', 'object', 'array', 'boolean'];
const WHOLE_FORMATS = ['i8', 'i16', 'i32', 'i64', 'i128', 'u8', 'u16', 'u32', 'u64', 'u128'];

const SchemaBaseProperty = {
  type: 'object',
  properties: {
    ...{ primaryKey: flag, primaryKeyPosition: whole, physicalType: text, physicalName: text },
    ...{ required: flag, unique: flag, relationships: listOf('RelationshipPropertyLevel') },
    logicalType: { type: 'string', enum: LOGICAL_TYPES },
    logicalTypeOptions: { type: 'object' },
  },
  allOf: [
    ref('SchemaElement'),
    optionsOf(['string'], { minLength: count, maxLength: count, pattern: text, format: text }),
    optionsOf(['date'], { ...textLimits, format: text }),
    optionsOf(['timestamp', 'time'], { ...textLimits, format: text, timezone: flag, defaultTimezone: text }),
    optionsOf(['integer'], { ...numberLimits, format: { enum: WHOLE_FORMATS } }),
    optionsOf(['number'], { ...numberLimits, format: { enum: ['f32', 'f64'] } }),
    optionsOf(
      ['object'],
      { maxProperties: count, minProperties: count, required: { ...texts, uniqueItems: true } },
      { properties: listOf('SchemaProperty') },
    ),
    optionsOf(['array'], { maxItems: count, minItems: count, uniqueItems: flag }, { items: ref('SchemaItemProperty') }),
  ],
  unevaluatedProperties: false,
};

const reference = {
  anyOf: [
    { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*\\.[A-Za-z_][A-Za-z0-9_]*$' },
    {
      type: 'string',
      pattern:
        '^(?:(?:https?:\\/\\/)?[A-Za-z0-9._\\-\\/]+\\.yaml#)?\\/?[A-Za-z_][A-Za-z0-9_]*\\/[A-Za-z0-9_-]+(?:\\/[A-Za-z_][A-Za-z0-9_]*\\/[A-Za-z0-9_-]+)*$',
    },
  ],
};
const either = { oneOf: [reference, { type: 'array', items: reference, minItems: 1 }] };

export const ODCS_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2019-09/schema',
  type: 'object',
  required: ['version', 'apiVersion', 'kind', 'id', 'status'],
  additionalProperties: false,
  unevaluatedProperties: false,
  properties: {
    version: text,
    kind: { type: 'string', enum: ['DataContract'] },
    apiVersion: { type: 'string', enum: ['v3.1.0', 'v3.0.2', 'v3.0.1', 'v3.0.0', 'v2.2.2', 'v2.2.1', 'v2.2.0'] },
    ...{ id: text, name: text, status: text },
    contractCreatedTs: { type: 'string', format: 'date-time' },
    schema: listOf('SchemaObject'),
    customProperties: listOf('CustomProperty'),
  },
  $defs: {
    SchemaElement: {
      type: 'object',
      properties: {
        id: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
        ...{ name: text, physicalType: text, description: text, businessName: text },
        customProperties: listOf('CustomProperty'),
      },
    },
    SchemaObject: {
      type: 'object',
      properties: {
        logicalType: { type: 'string', enum: ['object'] },
        physicalName: text,
        properties: listOf('SchemaProperty'),
        relationships: listOf('RelationshipSchemaLevel'),
      },
      allOf: [ref('SchemaElement')],
      required: ['name'],
      unevaluatedProperties: false,
    },
    SchemaBaseProperty,
    SchemaProperty: { type: 'object', ...ref('SchemaBaseProperty'), required: ['name'], unevaluatedProperties: false },
    SchemaItemProperty: {
      type: 'object',
      ...ref('SchemaBaseProperty'),
      properties: { properties: listOf('SchemaProperty') },
      unevaluatedProperties: false,
    },
    RelationshipBase: {
      type: 'object',
      properties: {
        ...{ type: { type: 'string', enum: ['foreignKey'] }, from: either, to: either },
        customProperties: listOf('CustomProperty'),
      },
    },
    RelationshipSchemaLevel: {
      type: 'object',
      allOf: [
        ref('RelationshipBase'),
        { required: ['from', 'to'] },
        { oneOf: [{ properties: { from: text, to: text } }, { properties: { from: texts, to: texts } }] },
      ],
      unevaluatedProperties: false,
    },
    RelationshipPropertyLevel: {
      type: 'object',
      allOf: [ref('RelationshipBase'), { type: 'object', required: ['to'] }, { not: { required: ['from'] } }],
      unevaluatedProperties: false,
    },
    CustomProperty: {
      type: 'object',
      required: ['property', 'value'],
      additionalProperties: false,
      properties: { property: text, value: {}, description: text },
    },
  },
};
