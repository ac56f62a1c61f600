"""domino-referee: rules, log, application and HTTP door of a referee for domino games."""

ENGINE = "domino-referee/0.1.0"
