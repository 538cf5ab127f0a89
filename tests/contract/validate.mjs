// Validates instances with ajv: reads [{schema, instances}, …] from standard input, writes the errors of each instance.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(`${process.argv[2]}/`);
const { Ajv2020 } = require("ajv/dist/2020.js");

const errors = JSON.parse(readFileSync(0, "utf8")).map(({ schema, instances }) => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema);
  return instances.map((instance) => (validate(instance) ? [] : validate.errors.map((each) => `${each.instancePath} ${each.message}`)));
});
process.stdout.write(JSON.stringify(errors));
